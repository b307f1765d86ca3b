-- Sums of how learners answered questions, filled by servers in the background.
CREATE TABLE "asked_question" (
	"tenant_id" text NOT NULL,
	"lesson_id" text NOT NULL,
	"question_key" text NOT NULL,
	"question" text NOT NULL,
	"options" jsonb NOT NULL,
	CONSTRAINT "asked_question_tenant_id_lesson_id_question_key_pk" PRIMARY KEY("tenant_id","lesson_id","question_key")
);
--> statement-breakpoint
CREATE TABLE "question_progress" (
	"tenant_id" text PRIMARY KEY NOT NULL,
	"read_until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "question_statistic" (
	"tenant_id" text NOT NULL,
	"week" date NOT NULL,
	"lesson_id" text NOT NULL,
	"question_key" text NOT NULL,
	"asked" integer NOT NULL,
	"wrong" integer NOT NULL,
	"chosen" jsonb NOT NULL,
	CONSTRAINT "question_statistic_tenant_id_week_lesson_id_question_key_pk" PRIMARY KEY("tenant_id","week","lesson_id","question_key")
);
