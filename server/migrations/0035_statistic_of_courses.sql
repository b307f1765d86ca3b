-- outside a transaction
-- Adds up all courses of some weeks without reading their rows.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "statistic_of_courses" ON "statistic" USING btree ("tenant_id","what","week","id","count") WHERE what in ('course', 'course-completed');
