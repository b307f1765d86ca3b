-- Adds how far each learner is in each course, saved reports, and invitation links. Servers make all sums of the statistics anew in the background; until then the dashboard of a large academy counts them.
CREATE TABLE "learner_course" (
	"person_id" uuid NOT NULL,
	"tenant_id" text NOT NULL,
	"course_id" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"completed_at" timestamp with time zone,
	"last_at" timestamp with time zone NOT NULL,
	"reached" text[] NOT NULL,
	"done" text[] NOT NULL,
	"seconds" integer NOT NULL,
	CONSTRAINT "learner_course_person_id_tenant_id_course_id_pk" PRIMARY KEY("person_id","tenant_id","course_id")
);
--> statement-breakpoint
CREATE TABLE "saved_report" (
	"report_id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"person_id" uuid NOT NULL,
	"tenant_id" text NOT NULL,
	"name" text NOT NULL,
	"filters" jsonb NOT NULL,
	"rhythm" text,
	"recipients" text[] DEFAULT '{}' NOT NULL,
	"next_at" timestamp with time zone,
	"sent_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invitation_link" (
	"link_id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"tenant_id" text NOT NULL,
	"group_id" uuid NOT NULL,
	"name" text NOT NULL,
	"secret_hash" text NOT NULL,
	"max_uses" integer NOT NULL,
	"uses" integer DEFAULT 0 NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "learner_course" ADD CONSTRAINT "learner_course_person_id_person_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("person_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_report" ADD CONSTRAINT "saved_report_person_id_person_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("person_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitation_link" ADD CONSTRAINT "invitation_link_group_id_learner_group_group_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."learner_group"("group_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "learner_course_last" ON "learner_course" USING btree ("tenant_id","last_at","person_id");--> statement-breakpoint
CREATE INDEX "learner_course_of_course" ON "learner_course" USING btree ("tenant_id","course_id","last_at","person_id");--> statement-breakpoint
CREATE INDEX "learner_course_completed" ON "learner_course" USING btree ("tenant_id","course_id","completed_at") WHERE completed_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "saved_report_name" ON "saved_report" USING btree ("person_id","tenant_id",lower("name"));--> statement-breakpoint
CREATE INDEX "saved_report_due" ON "saved_report" USING btree ("next_at") WHERE next_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "invitation_link_secret" ON "invitation_link" USING btree ("secret_hash");--> statement-breakpoint
CREATE INDEX "invitation_link_listed" ON "invitation_link" USING btree ("tenant_id","created_at");--> statement-breakpoint
CREATE INDEX "invitation_link_group" ON "invitation_link" USING btree ("group_id");