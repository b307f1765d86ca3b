CREATE TABLE "contact_message" (
	"message_id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"tenant_id" text NOT NULL,
	"person_id" uuid,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"email" text NOT NULL,
	"subject" text NOT NULL,
	"message" text NOT NULL,
	"idempotency_key" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "managed_email" (
	"email_id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"type" text NOT NULL,
	"email" text NOT NULL,
	"person_id" uuid,
	"tenant_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"verified_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "managed_email_code" (
	"email_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"code_hash" text NOT NULL,
	"code_id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "managed_email_code_email_id_person_id_pk" PRIMARY KEY("email_id","person_id")
);
--> statement-breakpoint
ALTER TABLE "contact_message" ADD CONSTRAINT "contact_message_person_id_person_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("person_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "managed_email" ADD CONSTRAINT "managed_email_person_id_person_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("person_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "managed_email_code" ADD CONSTRAINT "managed_email_code_email_id_managed_email_email_id_fk" FOREIGN KEY ("email_id") REFERENCES "public"."managed_email"("email_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "managed_email_code" ADD CONSTRAINT "managed_email_code_person_id_person_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("person_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "contact_message_idempotency_key" ON "contact_message" USING btree ("tenant_id","idempotency_key");--> statement-breakpoint
CREATE INDEX "contact_message_tenant" ON "contact_message" USING btree ("tenant_id","created_at");--> statement-breakpoint
CREATE INDEX "contact_message_person" ON "contact_message" USING btree ("person_id");--> statement-breakpoint
CREATE UNIQUE INDEX "managed_email_person" ON "managed_email" USING btree ("person_id","type","email") WHERE person_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "managed_email_tenant" ON "managed_email" USING btree ("tenant_id","type","email") WHERE tenant_id is not null;--> statement-breakpoint
CREATE INDEX "managed_email_found" ON "managed_email" USING btree ("email") WHERE person_id is not null and verified_at is not null;