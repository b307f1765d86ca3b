CREATE TABLE "review_question" (
	"review_id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"person_id" uuid NOT NULL,
	"tenant_id" text NOT NULL,
	"lesson_id" text NOT NULL,
	"question_key" text NOT NULL,
	"why" text NOT NULL,
	"step" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone,
	"answered_at" timestamp with time zone,
	"answered_right" boolean,
	"answer_key" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "person" ADD COLUMN "reviews_off_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "review_question" ADD CONSTRAINT "review_question_person_id_person_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("person_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "review_question_key" ON "review_question" USING btree ("person_id","tenant_id","lesson_id","question_key");--> statement-breakpoint
CREATE INDEX "review_question_due" ON "review_question" USING btree ("person_id","tenant_id","due_at");