-- outside a transaction
-- Keeps how far learners got with the steps of their labs, and finds the newest sessions of a lab.
CREATE TABLE IF NOT EXISTS "lab_step" (
	"session_id" uuid NOT NULL,
	"step" text NOT NULL,
	"tries" integer NOT NULL,
	"failed" boolean NOT NULL,
	"first_at" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	"done_at" timestamp with time zone,
	"exit_status" integer,
	CONSTRAINT "lab_step_session_id_step_pk" PRIMARY KEY("session_id","step"),
	CONSTRAINT "lab_step_session_id_lab_session_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."lab_session"("session_id") ON DELETE cascade ON UPDATE no action
);
--> statement-breakpoint
ALTER TABLE "lab_session" ADD COLUMN IF NOT EXISTS "workshop" text;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "lab_session_workshop" ON "lab_session" USING btree ("tenant_id","workshop","started_at") WHERE workshop is not null;
