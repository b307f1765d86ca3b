CREATE TABLE "alert" (
	"alert_id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"tenant_id" text NOT NULL,
	"message" text NOT NULL,
	"action_text" text,
	"action_url" text,
	"level" text NOT NULL,
	"audience" text DEFAULT 'all' NOT NULL,
	"starts_at" timestamp with time zone,
	"ends_at" timestamp with time zone,
	"author_id" uuid,
	"author_first_name" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "feedback" (
	"feedback_id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"tenant_id" text NOT NULL,
	"person_id" uuid,
	"feedbackable_type" text DEFAULT '' NOT NULL,
	"feedbackable_id" text,
	"course_id" text,
	"schema" text NOT NULL,
	"comments" text DEFAULT '' NOT NULL,
	"rating" integer,
	"answers" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"context" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"is_bug" boolean DEFAULT false NOT NULL,
	"allow_contact" boolean DEFAULT false NOT NULL,
	"idempotency_key" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "voucher_request" (
	"request_id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"person_id" uuid NOT NULL,
	"tenant_id" text NOT NULL,
	"year_starts_at" timestamp with time zone NOT NULL,
	"requested_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "content_item" ADD COLUMN "first_published_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
CREATE INDEX "alert_tenant" ON "alert" USING btree ("tenant_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "feedback_idempotency_key" ON "feedback" USING btree ("tenant_id","idempotency_key");--> statement-breakpoint
CREATE INDEX "feedback_tenant" ON "feedback" USING btree ("tenant_id","created_at");--> statement-breakpoint
CREATE INDEX "feedback_person" ON "feedback" USING btree ("person_id");--> statement-breakpoint
CREATE UNIQUE INDEX "voucher_request_year" ON "voucher_request" USING btree ("person_id","year_starts_at");
--> statement-breakpoint
UPDATE "content_item" SET "first_published_at" = COALESCE((SELECT min("published_at") FROM "content_version" WHERE "content_version"."tenant_id" = "content_item"."tenant_id" AND "content_version"."kind" = "content_item"."kind" AND "content_version"."id" = "content_item"."id"), "published_at");
