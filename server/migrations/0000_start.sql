CREATE TABLE "account" (
	"account_id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"password_hash" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "asset" (
	"hash" text PRIMARY KEY NOT NULL,
	"media_type" text NOT NULL,
	"size" integer NOT NULL,
	"bytes" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "catalogue_version" (
	"tenant_id" text PRIMARY KEY NOT NULL,
	"version" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "content_item" (
	"tenant_id" text NOT NULL,
	"kind" text NOT NULL,
	"id" text NOT NULL,
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"status" text NOT NULL,
	"sort_order" integer DEFAULT 0 NOT NULL,
	"data" jsonb NOT NULL,
	"source_hash" text NOT NULL,
	"version" integer NOT NULL,
	"findings" jsonb NOT NULL,
	"published_at" timestamp with time zone DEFAULT now() NOT NULL,
	"published_by" uuid,
	"removed_at" timestamp with time zone,
	CONSTRAINT "content_item_tenant_id_kind_id_pk" PRIMARY KEY("tenant_id","kind","id")
);
--> statement-breakpoint
CREATE TABLE "favorite" (
	"person_id" uuid NOT NULL,
	"tenant_id" text NOT NULL,
	"kind" text NOT NULL,
	"id" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "favorite_person_id_tenant_id_kind_id_pk" PRIMARY KEY("person_id","tenant_id","kind","id")
);
--> statement-breakpoint
CREATE TABLE "identity_artifact" (
	"model" text NOT NULL,
	"id" text NOT NULL,
	"payload" jsonb NOT NULL,
	"grant_id" text,
	"uid" text,
	"consumed_at" timestamp with time zone,
	"expires_at" timestamp with time zone,
	CONSTRAINT "identity_artifact_model_id_pk" PRIMARY KEY("model","id")
);
--> statement-breakpoint
CREATE TABLE "lesson" (
	"tenant_id" text NOT NULL,
	"lesson_id" text NOT NULL,
	"course_id" text NOT NULL,
	"slug" text NOT NULL,
	"type" text NOT NULL,
	"title" text NOT NULL,
	"status" text NOT NULL,
	"order_column" integer NOT NULL,
	"parent_id" text,
	"listed" boolean NOT NULL,
	"entitlements" text[] NOT NULL,
	"data" jsonb NOT NULL,
	"body" jsonb NOT NULL,
	"removed_at" timestamp with time zone,
	CONSTRAINT "lesson_tenant_id_lesson_id_pk" PRIMARY KEY("tenant_id","lesson_id")
);
--> statement-breakpoint
CREATE TABLE "person" (
	"person_id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"email" text NOT NULL,
	"first_name" text DEFAULT '' NOT NULL,
	"last_name" text DEFAULT '' NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"is_admin" boolean DEFAULT false NOT NULL,
	"pro_starts_at" timestamp with time zone,
	"pro_ends_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "personal_access_token" (
	"token_id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"person_id" uuid NOT NULL,
	"tenant_id" text NOT NULL,
	"name" text NOT NULL,
	"abilities" text[] NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "progress_event" (
	"person_id" uuid NOT NULL,
	"key" text NOT NULL,
	"tenant_id" text NOT NULL,
	"item_kind" text NOT NULL,
	"item_id" text NOT NULL,
	"kind" text NOT NULL,
	"value" integer,
	"at" timestamp with time zone NOT NULL,
	"recorded_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sequence" bigint GENERATED ALWAYS AS IDENTITY (sequence name "progress_event_sequence_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	CONSTRAINT "progress_event_person_id_key_pk" PRIMARY KEY("person_id","key")
);
--> statement-breakpoint
CREATE TABLE "signing_key" (
	"kid" text PRIMARY KEY NOT NULL,
	"jwk" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"retired_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "personal_access_token" ADD CONSTRAINT "personal_access_token_person_id_person_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("person_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "account_email" ON "account" USING btree (lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX "content_item_slug" ON "content_item" USING btree ("tenant_id","kind","slug") WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX "identity_artifact_grant" ON "identity_artifact" USING btree ("grant_id");--> statement-breakpoint
CREATE INDEX "identity_artifact_uid" ON "identity_artifact" USING btree ("uid");--> statement-breakpoint
CREATE INDEX "identity_artifact_expires" ON "identity_artifact" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "lesson_slug" ON "lesson" USING btree ("tenant_id","course_id","slug") WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX "lesson_course" ON "lesson" USING btree ("tenant_id","course_id","order_column");--> statement-breakpoint
CREATE UNIQUE INDEX "person_issuer_subject" ON "person" USING btree ("issuer","subject");--> statement-breakpoint
CREATE INDEX "person_email" ON "person" USING btree (lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX "personal_access_token_hash" ON "personal_access_token" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "personal_access_token_name" ON "personal_access_token" USING btree ("person_id","tenant_id","name");--> statement-breakpoint
CREATE INDEX "progress_event_item" ON "progress_event" USING btree ("person_id","tenant_id","item_kind","item_id");