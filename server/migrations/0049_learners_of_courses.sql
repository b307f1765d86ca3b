-- outside a transaction
-- Finds the learners of a course for its instructors.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "learner_statistic_courses" ON "learner_statistic" USING gin ("courses");
