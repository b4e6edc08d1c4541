DROP TRIGGER `removal_added`;
--> statement-breakpoint
DROP TRIGGER `removal_changed`;
--> statement-breakpoint
DROP TRIGGER `removal_lifted`;
--> statement-breakpoint
-- The version is a time: after Time Travel a counter would give another list a version that isolates already know.
CREATE TRIGGER `removal_added` AFTER INSERT ON `removal` BEGIN
	UPDATE `removal_state` SET `version` = max(`version` + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER)),
		`users` = `users` + (NEW.`kind` = 'user'),
		`posts` = `posts` + (NEW.`kind` = 'post'),
		`subreddits` = `subreddits` + (NEW.`kind` = 'subreddit');
END;
--> statement-breakpoint
CREATE TRIGGER `removal_changed` AFTER UPDATE OF `kind`, `key` ON `removal` BEGIN
	UPDATE `removal_state` SET `version` = max(`version` + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER)),
		`users` = `users` + (NEW.`kind` = 'user') - (OLD.`kind` = 'user'),
		`posts` = `posts` + (NEW.`kind` = 'post') - (OLD.`kind` = 'post'),
		`subreddits` = `subreddits` + (NEW.`kind` = 'subreddit') - (OLD.`kind` = 'subreddit');
END;
--> statement-breakpoint
CREATE TRIGGER `removal_lifted` AFTER DELETE ON `removal` BEGIN
	UPDATE `removal_state` SET `version` = max(`version` + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER)),
		`users` = `users` - (OLD.`kind` = 'user'),
		`posts` = `posts` - (OLD.`kind` = 'post'),
		`subreddits` = `subreddits` - (OLD.`kind` = 'subreddit');
END;
