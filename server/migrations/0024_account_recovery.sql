ALTER TABLE "account" ADD COLUMN "recovering_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "question_code" text;--> statement-breakpoint
ALTER TABLE "account_recovery_code" ADD COLUMN "created_at" timestamp with time zone;