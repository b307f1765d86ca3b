-- Adds directories: companies whose people log in with their own identity provider. Three small tables; nothing else changes.
CREATE TABLE "directory" (
	"directory_id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text DEFAULT 'oidc' NOT NULL,
	"name" text NOT NULL,
	"issuer" text NOT NULL,
	"client_id" text NOT NULL,
	"client_secret" text,
	"scopes" text NOT NULL,
	"mapping" jsonb NOT NULL,
	"is_required" boolean DEFAULT false NOT NULL,
	"is_active" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "directory_account" (
	"directory_id" uuid NOT NULL,
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"account_id" uuid NOT NULL,
	"grants_pro" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "directory_account_directory_id_issuer_subject_pk" PRIMARY KEY("directory_id","issuer","subject")
);
--> statement-breakpoint
CREATE TABLE "directory_domain" (
	"directory_id" uuid NOT NULL,
	"domain" text NOT NULL,
	"proof" text NOT NULL,
	"proved_at" timestamp with time zone,
	CONSTRAINT "directory_domain_directory_id_domain_pk" PRIMARY KEY("directory_id","domain")
);
--> statement-breakpoint
ALTER TABLE "directory_account" ADD CONSTRAINT "directory_account_directory_id_directory_directory_id_fk" FOREIGN KEY ("directory_id") REFERENCES "public"."directory"("directory_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "directory_account" ADD CONSTRAINT "directory_account_account_id_account_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("account_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "directory_domain" ADD CONSTRAINT "directory_domain_directory_id_directory_directory_id_fk" FOREIGN KEY ("directory_id") REFERENCES "public"."directory"("directory_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "directory_account_account" ON "directory_account" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "directory_account_directory" ON "directory_account" USING btree ("directory_id","last_used_at");--> statement-breakpoint
CREATE UNIQUE INDEX "directory_domain_proved" ON "directory_domain" USING btree ("domain") WHERE proved_at is not null;