-- Servers note their names for operators, so that a command can name those that run with a former secret.
ALTER TABLE "academy_server" ADD COLUMN "name" text DEFAULT '' NOT NULL;