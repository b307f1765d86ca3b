-- Marks entries of the search index that lack filler words and phrases; servers add them in the background.
-- locks search_entry: it grows with content, not with learners
ALTER TABLE "search_entry" ADD COLUMN "words_edition" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "search_entry" ADD COLUMN "words" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "search_entry_words_edition" ON "search_entry" USING btree ("words_edition","entry_id");