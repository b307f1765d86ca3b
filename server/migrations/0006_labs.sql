CREATE TABLE "lab_event" (
	"session_id" uuid NOT NULL,
	"name" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "lab_event_session_id_name_pk" PRIMARY KEY("session_id","name")
);
--> statement-breakpoint
CREATE TABLE "lab_session" (
	"session_id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"person_id" uuid NOT NULL,
	"tenant_id" text NOT NULL,
	"item_kind" text NOT NULL,
	"item_id" text NOT NULL,
	"title" text NOT NULL,
	"path" text NOT NULL,
	"provider" text NOT NULL,
	"state" text NOT NULL,
	"end_reason" text,
	"idempotency_key" text,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone,
	"deadline" timestamp with time zone,
	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"current_page" text
);
--> statement-breakpoint
CREATE TABLE "lab_snapshot" (
	"session_id" uuid PRIMARY KEY NOT NULL,
	"snapshot" jsonb NOT NULL,
	"made_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "lab_event" ADD CONSTRAINT "lab_event_session_id_lab_session_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."lab_session"("session_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lab_session" ADD CONSTRAINT "lab_session_person_id_person_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("person_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lab_snapshot" ADD CONSTRAINT "lab_snapshot_session_id_lab_session_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."lab_session"("session_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "lab_session_running" ON "lab_session" USING btree ("person_id") WHERE state <> 'ended';--> statement-breakpoint
CREATE UNIQUE INDEX "lab_session_idempotency_key" ON "lab_session" USING btree ("person_id","idempotency_key");