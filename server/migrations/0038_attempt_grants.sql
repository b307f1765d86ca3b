-- Keeps that an administrator granted another attempt at a knowledge check that is submitted once.
ALTER TABLE "knowledge_check_attempt" ADD COLUMN "retry_granted_at" timestamp with time zone;