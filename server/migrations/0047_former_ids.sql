-- Directories go on to know a person by the first id, when they are found to be somebody who has an account already.
ALTER TABLE "directory_person" ADD COLUMN "former_id" uuid;--> statement-breakpoint
CREATE UNIQUE INDEX "directory_person_former" ON "directory_person" USING btree ("former_id") WHERE former_id is not null;