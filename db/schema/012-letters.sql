-- Where letters of other players stand that somebody gets: on top of the next
-- report, or in a mail of their own (store/people.h). Until now it was on top for
-- who has news once a day.

ALTER TABLE persons ADD COLUMN letters_next INTEGER NOT NULL DEFAULT 0;
UPDATE persons SET letters_next = digest;
