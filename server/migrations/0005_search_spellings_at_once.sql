-- Words that wait to be sorted in are compared one by one with each spelling; few words are new, so none waits.
ALTER INDEX "search_word_spellings" SET (fastupdate = off);--> statement-breakpoint
SELECT gin_clean_pending_list('search_word_spellings');
