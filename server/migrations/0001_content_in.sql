CREATE TABLE "content_version" (
	"tenant_id" text NOT NULL,
	"kind" text NOT NULL,
	"id" text NOT NULL,
	"version" integer NOT NULL,
	"packed" "bytea" NOT NULL,
	"source_hash" text NOT NULL,
	"status" text NOT NULL,
	"findings" jsonb NOT NULL,
	"published_at" timestamp with time zone DEFAULT now() NOT NULL,
	"published_by" uuid,
	"token_id" uuid,
	"token_name" text,
	"source" jsonb,
	"rollback_of" integer,
	CONSTRAINT "content_version_tenant_id_kind_id_version_pk" PRIMARY KEY("tenant_id","kind","id","version")
);
--> statement-breakpoint
CREATE TABLE "search_entry" (
	"entry_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "search_entry_entry_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" text NOT NULL,
	"item_kind" text NOT NULL,
	"item_id" text NOT NULL,
	"kind" text NOT NULL,
	"id" text NOT NULL,
	"path" text NOT NULL,
	"title" text NOT NULL,
	"headings" text NOT NULL,
	"text" text NOT NULL,
	"entitlements" text[] NOT NULL,
	"listed" boolean NOT NULL,
	"document" "tsvector" GENERATED ALWAYS AS (setweight(to_tsvector('english', left(title, 1000)), 'A') || setweight(to_tsvector('english', left(headings, 20000)), 'B') || setweight(to_tsvector('english', left(text, 100000)), 'C')) STORED NOT NULL
);
--> statement-breakpoint
ALTER TABLE "content_item" ADD COLUMN "body" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "content_item" ADD COLUMN "source" jsonb;--> statement-breakpoint
ALTER TABLE "lesson" ADD COLUMN "knowledge_check" jsonb;--> statement-breakpoint
CREATE INDEX "search_entry_item" ON "search_entry" USING btree ("tenant_id","item_kind","item_id");--> statement-breakpoint
CREATE INDEX "search_entry_document" ON "search_entry" USING gin ("document");--> statement-breakpoint
-- Archives and pictures are packed already: PostgreSQL need not try, and can read a part of them.
ALTER TABLE "content_version" ALTER COLUMN "packed" SET STORAGE EXTERNAL;--> statement-breakpoint
ALTER TABLE "asset" ALTER COLUMN "bytes" SET STORAGE EXTERNAL;
