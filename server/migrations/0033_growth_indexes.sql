-- outside a transaction
-- Finds favorites of an item, what a person did and published, sessions of an account, and what is counted of a period.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "audit_event_actor" ON "audit_event" USING btree ("actor_id") WHERE actor_id is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "content_item_published" ON "content_item" USING btree ("tenant_id","published_at") WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "content_version_published" ON "content_version" USING btree ("tenant_id","published_at");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "content_version_published_by" ON "content_version" USING btree ("published_by") WHERE published_by is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "favorite_item" ON "favorite" USING btree ("tenant_id","kind","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "feedback_rated" ON "feedback" USING btree ("tenant_id","created_at","feedbackable_type","feedbackable_id","course_id","rating") WHERE rating is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "identity_artifact_session" ON "identity_artifact" USING btree ("uid") WHERE model = 'Session';--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "identity_artifact_login" ON "identity_artifact" USING btree (("payload" -> 'result' -> 'login' ->> 'accountId')) WHERE model = 'Interaction';--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "lab_session_ended" ON "lab_session" USING btree ("last_seen_at") WHERE state = 'ended';--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "managed_email_code_person" ON "managed_email_code" USING btree ("person_id");