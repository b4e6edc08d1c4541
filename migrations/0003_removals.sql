CREATE TABLE `removal` (
	`kind` text NOT NULL,
	`key` text NOT NULL,
	`id` text NOT NULL,
	`reason` text NOT NULL,
	`note` text,
	`created_by` text NOT NULL,
	`created_at` integer DEFAULT (unixepoch() * 1000) NOT NULL,
	PRIMARY KEY(`kind`, `key`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `removal_id_unique` ON `removal` (`id`);--> statement-breakpoint
CREATE INDEX `removal_newest` ON `removal` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `removal_kind_newest` ON `removal` (`kind`,`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `removal_snapshot` (
	`id` integer PRIMARY KEY NOT NULL,
	`version` integer DEFAULT 0 NOT NULL,
	`keys` text DEFAULT '[]' NOT NULL
);
--> statement-breakpoint
CREATE TABLE `removal_state` (
	`id` integer PRIMARY KEY NOT NULL,
	`version` integer DEFAULT 0 NOT NULL,
	`users` integer DEFAULT 0 NOT NULL,
	`posts` integer DEFAULT 0 NOT NULL,
	`subreddits` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
DROP INDEX `feedback_newest`;--> statement-breakpoint
DROP INDEX `feedback_status_newest`;--> statement-breakpoint
DROP INDEX `feedback_type_newest`;--> statement-breakpoint
ALTER TABLE `feedback` ADD `is_on_top` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `feedback_list` ON `feedback` (`is_on_top`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `feedback_status_list` ON `feedback` (`status`,`is_on_top`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `feedback_type_list` ON `feedback` (`type`,`is_on_top`,`created_at`,`id`);--> statement-breakpoint
ALTER TABLE `leaderboard_current` ADD `removal_version` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
-- One row each, which are only updated from here on.
INSERT INTO `removal_state` (`id`) VALUES (1);
--> statement-breakpoint
INSERT INTO `removal_snapshot` (`id`) VALUES (1);
--> statement-breakpoint
-- Every change raises the version, a restore and an operator's SQL included: isolates then read the keys anew.
CREATE TRIGGER `removal_added` AFTER INSERT ON `removal` BEGIN
	UPDATE `removal_state` SET `version` = `version` + 1,
		`users` = `users` + (NEW.`kind` = 'user'),
		`posts` = `posts` + (NEW.`kind` = 'post'),
		`subreddits` = `subreddits` + (NEW.`kind` = 'subreddit');
END;
--> statement-breakpoint
CREATE TRIGGER `removal_changed` AFTER UPDATE OF `kind`, `key` ON `removal` BEGIN
	UPDATE `removal_state` SET `version` = `version` + 1,
		`users` = `users` + (NEW.`kind` = 'user') - (OLD.`kind` = 'user'),
		`posts` = `posts` + (NEW.`kind` = 'post') - (OLD.`kind` = 'post'),
		`subreddits` = `subreddits` + (NEW.`kind` = 'subreddit') - (OLD.`kind` = 'subreddit');
END;
--> statement-breakpoint
CREATE TRIGGER `removal_lifted` AFTER DELETE ON `removal` BEGIN
	UPDATE `removal_state` SET `version` = `version` + 1,
		`users` = `users` - (OLD.`kind` = 'user'),
		`posts` = `posts` - (OLD.`kind` = 'post'),
		`subreddits` = `subreddits` - (OLD.`kind` = 'subreddit');
END;
