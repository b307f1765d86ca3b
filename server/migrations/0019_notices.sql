CREATE TABLE "notice" (
	"person_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"tenant_id" text NOT NULL,
	"mail_key" text NOT NULL,
	"told_at" timestamp with time zone NOT NULL,
	CONSTRAINT "notice_person_id_kind_subject_pk" PRIMARY KEY("person_id","kind","subject")
);
--> statement-breakpoint
CREATE TABLE "notice_choice" (
	"person_id" uuid NOT NULL,
	"tenant_id" text NOT NULL,
	"kind" text NOT NULL,
	"is_on" boolean NOT NULL,
	"token" text NOT NULL,
	"chosen_at" timestamp with time zone NOT NULL,
	"looked_until" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	CONSTRAINT "notice_choice_person_id_tenant_id_kind_pk" PRIMARY KEY("person_id","tenant_id","kind")
);
--> statement-breakpoint
ALTER TABLE "lesson" ADD COLUMN "first_listed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "outbox_mail" ADD COLUMN "unsubscribe_url" text;--> statement-breakpoint
ALTER TABLE "notice" ADD CONSTRAINT "notice_person_id_person_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("person_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_choice" ADD CONSTRAINT "notice_choice_person_id_person_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("person_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notice_told" ON "notice" USING brin ("told_at");--> statement-breakpoint
CREATE UNIQUE INDEX "notice_choice_token" ON "notice_choice" USING btree ("token");--> statement-breakpoint
CREATE INDEX "notice_choice_due" ON "notice_choice" USING btree ("kind","due_at") WHERE is_on;--> statement-breakpoint
CREATE INDEX "notice_choice_looked" ON "notice_choice" USING btree ("tenant_id","kind","looked_until") WHERE is_on;--> statement-breakpoint
CREATE INDEX "lesson_first_listed" ON "lesson" USING btree ("first_listed_at","tenant_id") WHERE first_listed_at is not null;--> statement-breakpoint
-- What learners could see before is not new to anybody.
UPDATE "lesson" SET "first_listed_at" = date_trunc('milliseconds', now())
FROM "content_item" AS "course"
WHERE "course"."tenant_id" = "lesson"."tenant_id" AND "course"."kind" = 'course' AND "course"."id" = "lesson"."course_id"
	AND "course"."status" = 'live' AND "course"."removed_at" IS NULL AND "lesson"."listed" AND "lesson"."removed_at" IS NULL;
