-- Adds to steps of labs when the academy ran their check itself.
ALTER TABLE "lab_step" ADD COLUMN "proved_at" timestamp with time zone;
