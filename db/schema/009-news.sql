-- Results that are news by themselves are told once a day (group/campaign.h):
-- when the standings of a campaign were told last, and when they are due again.

ALTER TABLE campaigns ADD COLUMN told_s INTEGER NOT NULL DEFAULT 0;

CREATE TABLE campaigns_news (
	campaign INTEGER PRIMARY KEY REFERENCES campaigns(id),
	due_s INTEGER NOT NULL
) STRICT;
