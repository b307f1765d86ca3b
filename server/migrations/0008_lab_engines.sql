ALTER TABLE "lab_event" DROP CONSTRAINT "lab_event_session_id_name_pk";--> statement-breakpoint
ALTER TABLE "lab_event" ADD COLUMN "digest" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "lab_event" ADD CONSTRAINT "lab_event_session_id_name_digest_pk" PRIMARY KEY("session_id","name","digest");--> statement-breakpoint
ALTER TABLE "lab_session" ADD COLUMN "provider_reference" text;--> statement-breakpoint
ALTER TABLE "lab_session" ADD COLUMN "open_url" text;--> statement-breakpoint
ALTER TABLE "lab_session" ADD COLUMN "event_token" text;--> statement-breakpoint
ALTER TABLE "lab_session" ADD COLUMN "problem" text;--> statement-breakpoint
ALTER TABLE "lab_session" ADD COLUMN "expiring" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "lab_session" ADD COLUMN "extendable" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "lab_session" ADD COLUMN "pages_total" integer;--> statement-breakpoint
CREATE UNIQUE INDEX "lab_session_event_token" ON "lab_session" USING btree ("event_token");