CREATE TABLE "view_as" (
	"view_id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"token_hash" text NOT NULL,
	"admin_id" uuid NOT NULL,
	"viewed_id" uuid NOT NULL,
	"tenant_id" text NOT NULL,
	"grant_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "view_as_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "view_as" ADD CONSTRAINT "view_as_admin_id_person_person_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."person"("person_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "view_as" ADD CONSTRAINT "view_as_viewed_id_person_person_id_fk" FOREIGN KEY ("viewed_id") REFERENCES "public"."person"("person_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "view_as_admin" ON "view_as" USING btree ("admin_id");--> statement-breakpoint
CREATE INDEX "view_as_viewed" ON "view_as" USING btree ("viewed_id");