-- outside a transaction
-- Finds certificates by parts of a name, a title, an id or an address, where the database has pg_trgm.
-- Only with the extension: pg_trgm
CREATE INDEX CONCURRENTLY IF NOT EXISTS "person_email_search" ON "person" USING gin ("email" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "certificate_search" ON "certificate" USING gin ("name" gin_trgm_ops,"title" gin_trgm_ops,("certificate_id"::text) gin_trgm_ops);
