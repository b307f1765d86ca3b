-- Labs on lab hosts keep what differs from their start: also programs, links and deletions, up to 10 MB of a lab.
ALTER TABLE "lab_snapshot" ADD COLUMN "changes" "bytea";