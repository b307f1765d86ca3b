-- outside a transaction
-- Finds what is deleted by age, mail of a removed person, and labs of some weeks.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "outbox_mail_created" ON "outbox_mail" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "outbox_mail_recipient" ON "outbox_mail" USING btree ("recipient");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "account_unconfirmed" ON "account" USING btree ("created_at") WHERE not email_verified;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "lab_session_started" ON "lab_session" USING btree ("tenant_id","started_at");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "webhook_delivery_happened" ON "webhook_delivery" USING btree ("happened_at");--> statement-breakpoint
-- New blocks of the ledger are summarised as they fill, and not read as a whole until the next vacuum.
ALTER INDEX IF EXISTS "progress_event_moments" SET (autosummarize = on);