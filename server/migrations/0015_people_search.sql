DROP INDEX "person_email";--> statement-breakpoint
ALTER TABLE "person" ADD COLUMN "first_name_key" text GENERATED ALWAYS AS (regexp_replace(normalize(lower("person"."first_name"), NFD), '[̀-ͯ]', '', 'g')) STORED;--> statement-breakpoint
ALTER TABLE "person" ADD COLUMN "last_name_key" text GENERATED ALWAYS AS (regexp_replace(normalize(lower("person"."last_name"), NFD), '[̀-ͯ]', '', 'g')) STORED;--> statement-breakpoint
ALTER TABLE "person" ADD COLUMN "search_text" text GENERATED ALWAYS AS (regexp_replace(normalize(lower((' ' || "person"."first_name" || ' ' || "person"."last_name" || ' ' || "person"."email")), NFD), '[̀-ͯ]', '', 'g')) STORED;--> statement-breakpoint
CREATE INDEX "person_by_first_name" ON "person" USING btree ("first_name_key","last_name_key","person_id","pro_ends_at");--> statement-breakpoint
CREATE INDEX "person_by_last_name" ON "person" USING btree ("last_name_key","first_name_key","person_id","pro_ends_at");--> statement-breakpoint
CREATE INDEX "person_by_email" ON "person" USING btree (lower("email"),"person_id");--> statement-breakpoint
CREATE INDEX "person_pro" ON "person" USING btree ("pro_ends_at") WHERE pro_ends_at is not null;--> statement-breakpoint
CREATE INDEX "person_admin" ON "person" USING btree ("person_id") WHERE is_admin;--> statement-breakpoint
-- Parts of words are found by trigrams. They come with PostgreSQL; where the database may not have them, search reads everybody.
DO $$ BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX "person_search" ON "person" USING gin ("search_text" gin_trgm_ops);
EXCEPTION WHEN insufficient_privilege OR undefined_file OR undefined_object OR feature_not_supported THEN
  RAISE NOTICE 'pg_trgm is not available: people are searched without an index';
END $$;
