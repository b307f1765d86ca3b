-- outside a transaction
-- Finds the labs of a server that is gone.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "lab_session_server" ON "lab_session" USING btree ("server_id") WHERE state <> 'ended';
