-- Keeps former addresses, which lead on; what a learner has gone through of a finished course; and more time for attempts at knowledge checks. Courses with a certificate count as finished.
CREATE TABLE "former_address" (
	"tenant_id" text NOT NULL,
	"kind" text NOT NULL,
	"course_id" text NOT NULL,
	"slug" text NOT NULL,
	"id" text NOT NULL,
	"moved_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "former_address_tenant_id_kind_course_id_slug_pk" PRIMARY KEY("tenant_id","kind","course_id","slug")
);
--> statement-breakpoint
ALTER TABLE "knowledge_check_attempt" ADD COLUMN "more_time" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "lesson" ADD COLUMN "changed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "certificate" ADD COLUMN "edition" integer;--> statement-breakpoint
ALTER TABLE "certificate" ADD COLUMN "edition_commit" text;--> statement-breakpoint
ALTER TABLE "certificate" ADD COLUMN "renewed_at" timestamp with time zone;--> statement-breakpoint
-- locks progress_event: adds one row for each certificate of a course; reading and writing go on.
INSERT INTO "progress_event" ("person_id", "key", "tenant_id", "item_kind", "item_id", "kind", "at")
SELECT "person_id", 'finished:' || "item_id", "tenant_id", 'course', "item_id", 'finished', "issued_at" FROM "certificate" WHERE "kind" = 'course'
ON CONFLICT DO NOTHING;
