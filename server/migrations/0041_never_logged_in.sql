-- outside a transaction
-- Finds people who were added and never logged in.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "person_never_logged_in" ON "person" USING btree ("person_id") WHERE added_at is not null and first_login_at is null;
