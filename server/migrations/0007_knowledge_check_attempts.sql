CREATE TABLE "knowledge_check_attempt" (
	"attempt_id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"person_id" uuid,
	"tenant_id" text NOT NULL,
	"lesson_id" text NOT NULL,
	"asked" jsonb NOT NULL,
	"selected" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"total" integer NOT NULL,
	"score" integer,
	"passed" boolean,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"submitted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE UNIQUE INDEX "knowledge_check_attempt_open" ON "knowledge_check_attempt" USING btree ("person_id","tenant_id","lesson_id") WHERE submitted_at is null and person_id is not null;--> statement-breakpoint
CREATE INDEX "knowledge_check_attempt_person" ON "knowledge_check_attempt" USING btree ("person_id","tenant_id","lesson_id");--> statement-breakpoint
CREATE INDEX "knowledge_check_attempt_visitors" ON "knowledge_check_attempt" USING btree ("created_at") WHERE person_id is null;