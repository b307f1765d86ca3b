-- Sums for the statistics, filled by servers in the background.
-- locks person: a reference to it from a new and empty table takes a moment
CREATE TABLE "learner_statistic" (
	"row_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "learner_statistic_row_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"person_id" uuid,
	"tenant_id" text NOT NULL,
	"courses" text[] NOT NULL,
	"added" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "statistic" (
	"tenant_id" text NOT NULL,
	"what" text NOT NULL,
	"week" date NOT NULL,
	"id" text NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "statistic_tenant_id_what_week_id_pk" PRIMARY KEY("tenant_id","what","week","id")
);
--> statement-breakpoint
CREATE TABLE "statistic_course" (
	"tenant_id" text NOT NULL,
	"course_id" text NOT NULL,
	"lessons" text NOT NULL,
	CONSTRAINT "statistic_course_tenant_id_course_id_pk" PRIMARY KEY("tenant_id","course_id")
);
--> statement-breakpoint
CREATE TABLE "statistic_progress" (
	"version" integer PRIMARY KEY NOT NULL,
	"read_until" timestamp with time zone NOT NULL,
	"catalogue" text DEFAULT '' NOT NULL,
	"pass_after" uuid,
	"pass_courses" text[],
	"complete_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "learner_statistic" ADD CONSTRAINT "learner_statistic_person_id_person_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("person_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "learner_statistic_person" ON "learner_statistic" USING btree ("person_id","tenant_id");--> statement-breakpoint
CREATE INDEX "learner_statistic_removed" ON "learner_statistic" USING btree ("row_id") WHERE person_id is null;