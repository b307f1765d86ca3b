ALTER TABLE "audit_event" ADD COLUMN "address" text;--> statement-breakpoint
CREATE INDEX "audit_event_action" ON "audit_event" USING btree ("action");