-- All that a word becomes when a letter or two are left out of its beginning: words that share one of them look alike.
CREATE FUNCTION "search_spellings"("word" text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
	SELECT array(
		SELECT start
		UNION SELECT overlay(start PLACING '' FROM i FOR 1) FROM generate_series(1, length(start)) AS i
		UNION SELECT overlay(overlay(start PLACING '' FROM i FOR 1) PLACING '' FROM j FOR 1)
			FROM generate_series(1, length(start)) AS i, generate_series(1, length(start) - 1) AS j
			WHERE length(start) > 5
	) FROM left(word, 7) AS start
$$;
--> statement-breakpoint
CREATE TABLE "search_word" (
	"tenant_id" text NOT NULL,
	"word" text NOT NULL,
	CONSTRAINT "search_word_tenant_id_word_pk" PRIMARY KEY("tenant_id","word")
);
--> statement-breakpoint
ALTER TABLE "search_entry" ALTER COLUMN "document" DROP EXPRESSION;--> statement-breakpoint
ALTER TABLE "search_entry" ALTER COLUMN "document" SET DEFAULT '';--> statement-breakpoint
ALTER TABLE "search_entry" ADD COLUMN "summary" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "search_entry" ADD COLUMN "head" "tsvector" DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "search_word_spellings" ON "search_word" USING gin (search_spellings("word"));--> statement-breakpoint
CREATE INDEX "search_entry_head" ON "search_entry" USING gin ("head");--> statement-breakpoint
-- What was published before is found by these words until it is published again.
UPDATE "search_entry" AS entry SET "summary" = coalesce(
	CASE entry."kind"
		WHEN 'lesson' THEN (SELECT "data"->>'description' FROM "lesson" WHERE "lesson"."tenant_id" = entry."tenant_id" AND "lesson"."lesson_id" = entry."id")
		ELSE (SELECT "data"->>'description' FROM "content_item" AS item WHERE item."tenant_id" = entry."tenant_id" AND item."kind" = entry."kind" AND item."id" = entry."id")
	END, '');--> statement-breakpoint
UPDATE "search_entry" SET "head" = setweight(to_tsvector('english', left(title, 1000)), 'A') || setweight(to_tsvector('english', left(headings, 20000)), 'B') || setweight(to_tsvector('english', left(summary, 20000)), 'C');--> statement-breakpoint
INSERT INTO "search_word" ("tenant_id", "word")
	SELECT DISTINCT "tenant_id", "lexeme" FROM "search_entry", unnest(to_tsvector('simple', left(title || ' ' || headings || ' ' || text, 100000)))
	WHERE "lexeme" ~ '^[[:alpha:]][[:alnum:]]{3,29}$';
