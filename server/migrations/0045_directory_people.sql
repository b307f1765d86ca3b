-- Adds what directories keep up to date over SCIM: their people, tokens, and groups with their members. Accounts can end.
CREATE TABLE "directory_person" (
	"person_id" uuid PRIMARY KEY NOT NULL,
	"directory_id" uuid NOT NULL,
	"external_id" text,
	"user_name" text NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"attributes" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "directory_token" (
	"token_id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"directory_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone,
	"last_error_at" timestamp with time zone,
	"last_error" text
);
--> statement-breakpoint
CREATE TABLE "group_member" (
	"group_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"source" text NOT NULL,
	"added_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "group_member_group_id_person_id_source_pk" PRIMARY KEY("group_id","person_id","source")
);
--> statement-breakpoint
CREATE TABLE "learner_group" (
	"group_id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"tenant_id" text,
	"name" text NOT NULL,
	"parent_group_id" uuid,
	"directory_id" uuid,
	"external_id" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "ended_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "directory_person" ADD CONSTRAINT "directory_person_person_id_person_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("person_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "directory_person" ADD CONSTRAINT "directory_person_directory_id_directory_directory_id_fk" FOREIGN KEY ("directory_id") REFERENCES "public"."directory"("directory_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "directory_token" ADD CONSTRAINT "directory_token_directory_id_directory_directory_id_fk" FOREIGN KEY ("directory_id") REFERENCES "public"."directory"("directory_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_member" ADD CONSTRAINT "group_member_group_id_learner_group_group_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."learner_group"("group_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_member" ADD CONSTRAINT "group_member_person_id_person_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("person_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "learner_group" ADD CONSTRAINT "learner_group_directory_id_directory_directory_id_fk" FOREIGN KEY ("directory_id") REFERENCES "public"."directory"("directory_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "directory_person_user_name" ON "directory_person" USING btree ("directory_id",lower("user_name")) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "directory_person_external" ON "directory_person" USING btree ("directory_id","external_id") WHERE external_id is not null;--> statement-breakpoint
CREATE INDEX "directory_person_listed" ON "directory_person" USING btree ("directory_id","created_at","person_id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "directory_person_emails" ON "directory_person" USING gin ((lower("attributes" ->> 'emails')::jsonb) jsonb_path_ops);--> statement-breakpoint
CREATE INDEX "directory_person_deleted" ON "directory_person" USING btree ("deleted_at") WHERE deleted_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "directory_token_hash" ON "directory_token" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "directory_token_directory" ON "directory_token" USING btree ("directory_id");--> statement-breakpoint
CREATE INDEX "group_member_person" ON "group_member" USING btree ("person_id","group_id");--> statement-breakpoint
CREATE UNIQUE INDEX "learner_group_directory_name" ON "learner_group" USING btree ("directory_id",lower("name")) WHERE directory_id is not null;--> statement-breakpoint
CREATE INDEX "learner_group_directory" ON "learner_group" USING btree ("directory_id","created_at","group_id") WHERE directory_id is not null;--> statement-breakpoint
CREATE INDEX "learner_group_external" ON "learner_group" USING btree ("directory_id","external_id") WHERE external_id is not null;--> statement-breakpoint
CREATE INDEX "learner_group_name" ON "learner_group" USING btree ("tenant_id",lower("name"),"group_id");--> statement-breakpoint
CREATE INDEX "learner_group_parent" ON "learner_group" USING btree ("parent_group_id") WHERE parent_group_id is not null;