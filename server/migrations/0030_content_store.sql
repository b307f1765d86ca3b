-- Files of content may lie in an S3-compatible store; rows say where.
CREATE TABLE "unnamed_file" (
	"hash" text PRIMARY KEY NOT NULL,
	"since" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "content_version" ALTER COLUMN "packed" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "asset" ALTER COLUMN "bytes" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "content_version" ADD COLUMN "packed_hash" text;--> statement-breakpoint
ALTER TABLE "content_version" ADD COLUMN "packed_size" integer;--> statement-breakpoint
CREATE INDEX "content_version_packed_hash" ON "content_version" USING btree ("packed_hash") WHERE packed_hash is not null;