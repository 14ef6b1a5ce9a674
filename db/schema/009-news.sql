-- How often who met there answered in time, and how often a deadline passed
-- without them.

ALTER TABLE meetings ADD COLUMN answered_first INTEGER NOT NULL DEFAULT 0;
ALTER TABLE meetings ADD COLUMN answered_second INTEGER NOT NULL DEFAULT 0;
ALTER TABLE meetings ADD COLUMN missed_first INTEGER NOT NULL DEFAULT 0;
ALTER TABLE meetings ADD COLUMN missed_second INTEGER NOT NULL DEFAULT 0;

-- who wants to hear of seats that somebody is wanted for
ALTER TABLE persons ADD COLUMN standin INTEGER NOT NULL DEFAULT 0;
CREATE INDEX persons_standin ON persons(id) WHERE standin;

-- Results that are news by themselves are told once a day (group/campaign.h):
-- when the standings of a campaign were told last, and when they are due again.

ALTER TABLE campaigns ADD COLUMN told_s INTEGER NOT NULL DEFAULT 0;

CREATE TABLE campaigns_news (
	campaign INTEGER PRIMARY KEY REFERENCES campaigns(id),
	due_s INTEGER NOT NULL
) STRICT;
