CREATE TABLE "page_view" (
	"tenant_id" text NOT NULL,
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"item_id" text NOT NULL,
	"views" integer NOT NULL,
	CONSTRAINT "page_view_tenant_id_day_kind_item_id_pk" PRIMARY KEY("tenant_id","day","kind","item_id")
);
