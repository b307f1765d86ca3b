-- Adds log-in of companies by SAML: one empty column of the small table of directories.
ALTER TABLE "directory" ADD COLUMN "saml" jsonb;