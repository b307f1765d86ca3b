CREATE TABLE "people_import" (
	"import_id" uuid PRIMARY KEY NOT NULL,
	"actor_id" uuid,
	"actor_name" text NOT NULL,
	"file_name" text,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "people_import_started" ON "people_import" USING btree ("started_at","import_id");--> statement-breakpoint
CREATE INDEX "audit_event_import" ON "audit_event" USING btree (("details" ->> 'import')) WHERE (details ->> 'import') is not null;--> statement-breakpoint
CREATE INDEX "audit_event_undoes" ON "audit_event" USING btree (("details" ->> 'undoes')) WHERE (details ->> 'undoes') is not null;