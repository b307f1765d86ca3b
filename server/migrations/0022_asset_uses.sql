CREATE TABLE "asset_use" (
	"tenant_id" text NOT NULL,
	"item_kind" text NOT NULL,
	"item_id" text NOT NULL,
	"hash" text NOT NULL,
	"is_open" boolean NOT NULL,
	CONSTRAINT "asset_use_tenant_id_item_kind_item_id_hash_pk" PRIMARY KEY("tenant_id","item_kind","item_id","hash")
);
--> statement-breakpoint
CREATE TABLE "installation_secret" (
	"name" text PRIMARY KEY NOT NULL,
	"secret" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE INDEX "asset_use_hash" ON "asset_use" USING btree ("tenant_id","hash");--> statement-breakpoint
CREATE INDEX "content_item_lab" ON "content_item" USING btree ("tenant_id",("body" #>> '{lab,workshop}')) WHERE body #>> '{lab,workshop}' is not null;--> statement-breakpoint
CREATE INDEX "lesson_lab" ON "lesson" USING btree ("tenant_id",("body" #>> '{lab,workshop}')) WHERE body #>> '{lab,workshop}' is not null;
--> statement-breakpoint
-- What was published before: the same as publishing writes.
INSERT INTO "asset_use" (tenant_id, item_kind, item_id, hash, is_open)
SELECT tenant_id, kind, id, named[1], bool_or(is_open)
FROM (
	SELECT tenant_id, kind, id, (data - 'conclusion')::text AS content, true AS is_open FROM content_item
	UNION ALL
	SELECT tenant_id, kind, id, data ->> 'conclusion', data -> 'entitlements' = '[]' FROM content_item WHERE kind = 'course'
	UNION ALL
	SELECT tenant_id, kind, id, body::text, kind = 'page' OR (kind = 'guide' AND data -> 'entitlements' = '[]')
	FROM content_item
	UNION ALL
	SELECT tenant_id, 'course', course_id, data::text, true FROM lesson WHERE removed_at IS NULL AND status <> 'draft'
	UNION ALL
	SELECT tenant_id, 'course', course_id, concat(body, knowledge_check), entitlements = '{}'
	FROM lesson WHERE removed_at IS NULL AND status <> 'draft'
) AS texts, regexp_matches(content, '/assets/content/([0-9a-f]{64})[.]', 'g') AS named
WHERE content LIKE '%/assets/content/%'
GROUP BY tenant_id, kind, id, named[1];
