-- Adds drafts of content: shown to those who have the link, and published at a planned time. Servers of the edition before know none: push drafts once all servers are of the new one.
CREATE TABLE "draft" (
	"draft_id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"tenant_id" text NOT NULL,
	"owner_id" uuid NOT NULL,
	"name" text NOT NULL,
	"link" integer DEFAULT 1 NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	"edition" integer DEFAULT 1 NOT NULL,
	"publish_at" timestamp with time zone,
	"publish_zone" text,
	"planned_by" uuid,
	"held_until" timestamp with time zone,
	"published_at" timestamp with time zone,
	"problem" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "draft_item" (
	"draft_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"id" text NOT NULL,
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"base" integer NOT NULL,
	"packed" "bytea" NOT NULL,
	"source_hash" text NOT NULL,
	"findings" jsonb NOT NULL,
	"pushed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "draft_item_draft_id_kind_id_pk" PRIMARY KEY("draft_id","kind","id")
);
--> statement-breakpoint
CREATE TABLE "draft_note" (
	"draft_id" uuid NOT NULL,
	"note_id" uuid NOT NULL,
	"about" text NOT NULL,
	"visitor" text NOT NULL,
	"value" jsonb NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "draft_note_draft_id_note_id_pk" PRIMARY KEY("draft_id","note_id")
);
--> statement-breakpoint
ALTER TABLE "draft" ADD CONSTRAINT "draft_owner_id_person_person_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."person"("person_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "draft" ADD CONSTRAINT "draft_planned_by_person_person_id_fk" FOREIGN KEY ("planned_by") REFERENCES "public"."person"("person_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "draft_item" ADD CONSTRAINT "draft_item_draft_id_draft_draft_id_fk" FOREIGN KEY ("draft_id") REFERENCES "public"."draft"("draft_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "draft_note" ADD CONSTRAINT "draft_note_draft_id_draft_draft_id_fk" FOREIGN KEY ("draft_id") REFERENCES "public"."draft"("draft_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "draft_name" ON "draft" USING btree ("tenant_id","owner_id","name");--> statement-breakpoint
CREATE INDEX "draft_expires" ON "draft" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "draft_publish" ON "draft" USING btree ("publish_at") WHERE publish_at is not null;--> statement-breakpoint
CREATE INDEX "draft_note_visitor" ON "draft_note" USING btree ("draft_id","about","visitor","changed_at");