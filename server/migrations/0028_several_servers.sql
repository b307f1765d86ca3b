-- Servers note their addresses for each other, and keep the files of their builds for browsers.
CREATE TABLE "academy_server" (
	"server_id" uuid PRIMARY KEY NOT NULL,
	"address" text,
	"secret" text NOT NULL,
	"key_secret" text DEFAULT '' NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "web_build" (
	"build" text PRIMARY KEY NOT NULL,
	"names" text[] NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "web_file" (
	"name" text PRIMARY KEY NOT NULL,
	"body" "bytea" NOT NULL,
	"packed" boolean NOT NULL
);
--> statement-breakpoint
ALTER TABLE "lab_session" ADD COLUMN "server_id" uuid;
