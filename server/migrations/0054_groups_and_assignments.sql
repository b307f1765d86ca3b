-- Adds assignments and calendar feeds. Groups that are kept here have a name that no other group of their academy has.
CREATE TABLE "assignment" (
	"assignment_id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"tenant_id" text NOT NULL,
	"group_id" uuid,
	"person_id" uuid,
	"kind" text NOT NULL,
	"item_id" text NOT NULL,
	"mandatory" boolean NOT NULL,
	"begins_on" date NOT NULL,
	"due_on" date,
	"zone" text NOT NULL,
	"join_days" integer,
	"renew_months" integer,
	"counts_before" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "assignment_target" CHECK ((group_id is null) <> (person_id is null))
);
--> statement-breakpoint
CREATE TABLE "calendar_feed" (
	"person_id" uuid NOT NULL,
	"tenant_id" text NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_read_at" timestamp with time zone,
	CONSTRAINT "calendar_feed_person_id_tenant_id_pk" PRIMARY KEY("person_id","tenant_id")
);
--> statement-breakpoint
ALTER TABLE "assignment" ADD CONSTRAINT "assignment_group_id_learner_group_group_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."learner_group"("group_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assignment" ADD CONSTRAINT "assignment_person_id_person_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("person_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendar_feed" ADD CONSTRAINT "calendar_feed_person_id_person_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("person_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "assignment_group" ON "assignment" USING btree ("group_id") WHERE group_id is not null and ended_at is null;--> statement-breakpoint
CREATE INDEX "assignment_person" ON "assignment" USING btree ("person_id") WHERE person_id is not null and ended_at is null;--> statement-breakpoint
CREATE INDEX "assignment_listed" ON "assignment" USING btree ("tenant_id","due_on","assignment_id") WHERE ended_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "calendar_feed_token" ON "calendar_feed" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "learner_group_own_name" ON "learner_group" USING btree ("tenant_id",lower("name")) WHERE directory_id is null;