-- Adds connections with programs of others, such as assistants. One small table; nothing else changes.
CREATE TABLE "connection" (
	"tenant_id" text NOT NULL,
	"name" text NOT NULL,
	"is_on" boolean NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "connection_tenant_id_name_pk" PRIMARY KEY("tenant_id","name")
);
