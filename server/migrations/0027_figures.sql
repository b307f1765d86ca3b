CREATE INDEX "outbox_mail_failed" ON "outbox_mail" USING btree ("failed_at") WHERE failed_at is not null;--> statement-breakpoint
CREATE INDEX "lab_session_failed" ON "lab_session" USING btree ("started_at") WHERE end_reason = 'failed';--> statement-breakpoint
CREATE INDEX "webhook_delivery_failed" ON "webhook_delivery" USING btree ("failed_at") WHERE failed_at is not null;