-- Adds roles with a scope, and the scopes of personal access tokens. Servers of the edition before know neither: create tokens with a scope once all servers are of the new one.
CREATE TABLE "role_grant" (
	"grant_id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"person_id" uuid,
	"group_id" uuid,
	"role" text NOT NULL,
	"tenant_id" text,
	"scope" text NOT NULL,
	"source" text DEFAULT 'hand' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "role_grant_holder" CHECK ((person_id is null) <> (group_id is null))
);
--> statement-breakpoint
ALTER TABLE "personal_access_token" ADD COLUMN "scopes" text[];--> statement-breakpoint
ALTER TABLE "role_grant" ADD CONSTRAINT "role_grant_person_id_person_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("person_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "role_grant" ADD CONSTRAINT "role_grant_group_id_learner_group_group_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."learner_group"("group_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "role_grant_person" ON "role_grant" USING btree ("person_id","role",coalesce(tenant_id, ''),"scope","source") WHERE person_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "role_grant_group" ON "role_grant" USING btree ("group_id","role",coalesce(tenant_id, ''),"scope","source") WHERE group_id is not null;