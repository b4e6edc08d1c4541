CREATE TABLE `app_user` (
	`id` text PRIMARY KEY NOT NULL,
	`username` text NOT NULL,
	`email` text,
	`password` text NOT NULL,
	`display_name` text,
	`is_verified` integer DEFAULT false NOT NULL,
	`created_at` integer DEFAULT (unixepoch() * 1000) NOT NULL,
	`updated_at` integer DEFAULT (unixepoch() * 1000) NOT NULL,
	`last_login_at` integer,
	`preferences` text
) WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `app_user_username_unique` ON `app_user` (lower("username"));--> statement-breakpoint
CREATE UNIQUE INDEX `app_user_email_unique` ON `app_user` (lower("email"));--> statement-breakpoint
CREATE TABLE `reddit_user_badges` (
	`id` text PRIMARY KEY NOT NULL,
	`reddit_user_id` text NOT NULL,
	`badges` text NOT NULL,
	`calculated_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`created_at` integer DEFAULT (unixepoch() * 1000) NOT NULL,
	`updated_at` integer DEFAULT (unixepoch() * 1000) NOT NULL,
	FOREIGN KEY (`reddit_user_id`) REFERENCES `reddit_user`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `reddit_user_badges_user_unique` ON `reddit_user_badges` (`reddit_user_id`);--> statement-breakpoint
CREATE INDEX `reddit_user_badges_expiry` ON `reddit_user_badges` (`expires_at`);--> statement-breakpoint
CREATE TABLE `feedback` (
	`id` text PRIMARY KEY NOT NULL,
	`type` text DEFAULT 'general' NOT NULL,
	`title` text NOT NULL,
	`description` text NOT NULL,
	`email` text,
	`user_agent` text,
	`url` text,
	`status` text DEFAULT 'open' NOT NULL,
	`priority` text DEFAULT 'medium' NOT NULL,
	`created_at` integer DEFAULT (unixepoch() * 1000) NOT NULL,
	`updated_at` integer DEFAULT (unixepoch() * 1000) NOT NULL
);
--> statement-breakpoint
CREATE INDEX `feedback_newest` ON `feedback` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `feedback_status_newest` ON `feedback` (`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `feedback_type_newest` ON `feedback` (`type`,`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `cron_run` (
	`job` text PRIMARY KEY NOT NULL,
	`started_at` integer NOT NULL,
	`succeeded_at` integer,
	`failed_at` integer,
	`error` text
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `login_failure` (
	`key` text PRIMARY KEY NOT NULL,
	`failures` integer NOT NULL,
	`window_ends_at` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `login_failure_window` ON `login_failure` (`window_ends_at`);--> statement-breakpoint
CREATE TABLE `revoked_admin_token` (
	`jti` text PRIMARY KEY NOT NULL,
	`expires_at` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `revoked_admin_token_expiry` ON `revoked_admin_token` (`expires_at`);--> statement-breakpoint
CREATE TABLE `post_heart` (
	`unearth_user_id` text NOT NULL,
	`reddit_post_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`saved_total` integer NOT NULL,
	PRIMARY KEY(`unearth_user_id`, `reddit_post_id`),
	FOREIGN KEY (`unearth_user_id`) REFERENCES `app_user`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`reddit_post_id`) REFERENCES `reddit_post`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `post_heart_saved` ON `post_heart` (`unearth_user_id`,"created_at" desc);--> statement-breakpoint
CREATE TABLE `user_heart` (
	`unearth_user_id` text NOT NULL,
	`reddit_user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`saved_total` integer NOT NULL,
	PRIMARY KEY(`unearth_user_id`, `reddit_user_id`),
	FOREIGN KEY (`unearth_user_id`) REFERENCES `app_user`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`reddit_user_id`) REFERENCES `reddit_user`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `user_heart_saved` ON `user_heart` (`unearth_user_id`,"created_at" desc);--> statement-breakpoint
CREATE TABLE `leaderboard_current` (
	`kind` text PRIMARY KEY NOT NULL,
	`version` integer NOT NULL,
	`total` integer NOT NULL,
	`ranks` text NOT NULL,
	`generated_at` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `leaderboard_snapshot` (
	`kind` text NOT NULL,
	`version` integer NOT NULL,
	`part` integer NOT NULL,
	`entries` text NOT NULL,
	PRIMARY KEY(`kind`, `version`, `part`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `nsfw_subreddit` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`is_default` integer DEFAULT false NOT NULL,
	`added_by` text,
	`created_at` integer DEFAULT (unixepoch() * 1000) NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `nsfw_subreddit_name_unique` ON `nsfw_subreddit` (`name`);--> statement-breakpoint
CREATE TABLE `reddit_post` (
	`id` text PRIMARY KEY NOT NULL,
	`reddit_user_id` text NOT NULL,
	`title` text NOT NULL,
	`subreddit` text NOT NULL,
	`score` integer DEFAULT 0 NOT NULL,
	`num_comments` integer DEFAULT 0 NOT NULL,
	`awards_count` integer DEFAULT 0 NOT NULL,
	`created` integer NOT NULL,
	`url` text NOT NULL,
	`thumbnail_url` text,
	`media_type` text NOT NULL,
	`is_nsfw` integer DEFAULT false NOT NULL,
	`subreddit_is_nsfw` integer DEFAULT false NOT NULL,
	`is_spoiler` integer DEFAULT false NOT NULL,
	`permalink` text NOT NULL,
	`gallery_images` text NOT NULL,
	`media` text,
	`thumbnails` text NOT NULL,
	`heart_count` integer DEFAULT 0 NOT NULL,
	`first_heart_at` integer,
	`removed_at` integer,
	`checked_at` integer DEFAULT (unixepoch() * 1000) NOT NULL,
	`last_updated` integer DEFAULT (unixepoch() * 1000) NOT NULL,
	`created_at` integer DEFAULT (unixepoch() * 1000) NOT NULL,
	FOREIGN KEY (`reddit_user_id`) REFERENCES `reddit_user`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "reddit_post_heart_count" CHECK("reddit_post"."heart_count" >= 0)
);
--> statement-breakpoint
CREATE INDEX `reddit_post_owner` ON `reddit_post` (`reddit_user_id`);--> statement-breakpoint
CREATE INDEX `reddit_post_board` ON `reddit_post` ("heart_count" desc,`first_heart_at`,`id`) WHERE "reddit_post"."heart_count" > 0 and "reddit_post"."removed_at" is null;--> statement-breakpoint
CREATE INDEX `reddit_post_recheck` ON `reddit_post` (`checked_at`) WHERE "reddit_post"."removed_at" is null;--> statement-breakpoint
CREATE TABLE `reddit_user` (
	`id` text PRIMARY KEY NOT NULL,
	`reddit_username` text NOT NULL,
	`display_name` text,
	`description` text,
	`avatar_url` text,
	`heart_count` integer DEFAULT 0 NOT NULL,
	`first_heart_at` integer,
	`removed_at` integer,
	`checked_at` integer DEFAULT (unixepoch() * 1000) NOT NULL,
	`last_updated` integer DEFAULT (unixepoch() * 1000) NOT NULL,
	`created_at` integer DEFAULT (unixepoch() * 1000) NOT NULL,
	CONSTRAINT "reddit_user_heart_count" CHECK("reddit_user"."heart_count" >= 0)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `reddit_user_username_unique` ON `reddit_user` ("reddit_username" collate nocase);--> statement-breakpoint
CREATE INDEX `reddit_user_board` ON `reddit_user` ("heart_count" desc,`first_heart_at`,`id`) WHERE "reddit_user"."heart_count" > 0 and "reddit_user"."removed_at" is null;--> statement-breakpoint
CREATE INDEX `reddit_user_recheck` ON `reddit_user` (`checked_at`) WHERE "reddit_user"."removed_at" is null;--> statement-breakpoint
CREATE TABLE `session` (
	`sid` text PRIMARY KEY NOT NULL,
	`sess` text NOT NULL,
	`expire` integer NOT NULL,
	`unearth_user_id` text NOT NULL,
	FOREIGN KEY (`unearth_user_id`) REFERENCES `app_user`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `session_expire` ON `session` (`expire`);--> statement-breakpoint
CREATE INDEX `session_user` ON `session` (`unearth_user_id`);
--> statement-breakpoint
-- The counts follow the hearts on every path there is (a press, an account's deletion, a clean-up),
-- and a press that changes nothing fires nothing and writes nothing. On removal the account's newest
-- heart takes over how many there are: the one place that says so (decision 020).
CREATE TRIGGER `user_heart_added` AFTER INSERT ON `user_heart` BEGIN
	UPDATE `reddit_user`
	SET `heart_count` = `heart_count` + 1,
		`first_heart_at` = CASE WHEN `heart_count` = 0 THEN NEW.`created_at` ELSE min(`first_heart_at`, NEW.`created_at`) END
	WHERE `id` = NEW.`reddit_user_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `user_heart_removed` AFTER DELETE ON `user_heart` BEGIN
	UPDATE `reddit_user`
	SET `heart_count` = max(0, `heart_count` - 1),
		`first_heart_at` = CASE WHEN `heart_count` <= 1 THEN NULL ELSE `first_heart_at` END
	WHERE `id` = OLD.`reddit_user_id`;
	UPDATE `user_heart`
	SET `saved_total` = CASE WHEN `created_at` < OLD.`created_at` THEN OLD.`saved_total` ELSE `saved_total` END - 1
	WHERE `unearth_user_id` = OLD.`unearth_user_id` AND `reddit_user_id` = (
		SELECT `reddit_user_id` FROM `user_heart` WHERE `unearth_user_id` = OLD.`unearth_user_id` ORDER BY `created_at` DESC LIMIT 1
	);
END;
--> statement-breakpoint
CREATE TRIGGER `post_heart_added` AFTER INSERT ON `post_heart` BEGIN
	UPDATE `reddit_post`
	SET `heart_count` = `heart_count` + 1,
		`first_heart_at` = CASE WHEN `heart_count` = 0 THEN NEW.`created_at` ELSE min(`first_heart_at`, NEW.`created_at`) END
	WHERE `id` = NEW.`reddit_post_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `post_heart_removed` AFTER DELETE ON `post_heart` BEGIN
	UPDATE `reddit_post`
	SET `heart_count` = max(0, `heart_count` - 1),
		`first_heart_at` = CASE WHEN `heart_count` <= 1 THEN NULL ELSE `first_heart_at` END
	WHERE `id` = OLD.`reddit_post_id`;
	UPDATE `post_heart`
	SET `saved_total` = CASE WHEN `created_at` < OLD.`created_at` THEN OLD.`saved_total` ELSE `saved_total` END - 1
	WHERE `unearth_user_id` = OLD.`unearth_user_id` AND `reddit_post_id` = (
		SELECT `reddit_post_id` FROM `post_heart` WHERE `unearth_user_id` = OLD.`unearth_user_id` ORDER BY `created_at` DESC LIMIT 1
	);
END;
--> statement-breakpoint
-- A board's pointer moves and the versions it leaves behind are gone, in the same transaction.
CREATE TRIGGER `leaderboard_flipped` AFTER UPDATE ON `leaderboard_current` BEGIN
	DELETE FROM `leaderboard_snapshot` WHERE `kind` = NEW.`kind` AND `version` <> NEW.`version`;
END;
--> statement-breakpoint
-- Communities that count as adult whatever a post's own mark says. These cannot be deleted.
INSERT INTO `nsfw_subreddit` (`id`, `name`, `is_default`, `added_by`) VALUES
	('default-nsfw', 'nsfw', true, NULL),
	('default-gonewild', 'gonewild', true, NULL),
	('default-nsfw_gif', 'nsfw_gif', true, NULL),
	('default-nsfw_gifs', 'nsfw_gifs', true, NULL),
	('default-realgirls', 'realgirls', true, NULL),
	('default-holdthemoan', 'holdthemoan', true, NULL),
	('default-porn', 'porn', true, NULL),
	('default-porninfifteenseconds', 'porninfifteenseconds', true, NULL),
	('default-rule34', 'rule34', true, NULL),
	('default-hentai', 'hentai', true, NULL),
	('default-cumsluts', 'cumsluts', true, NULL),
	('default-gonewild30plus', 'gonewild30plus', true, NULL),
	('default-amateur', 'amateur', true, NULL),
	('default-milf', 'milf', true, NULL),
	('default-adorableporn', 'adorableporn', true, NULL),
	('default-collegesluts', 'collegesluts', true, NULL),
	('default-boobs', 'boobs', true, NULL),
	('default-ass', 'ass', true, NULL),
	('default-pussy', 'pussy', true, NULL),
	('default-bdsm', 'bdsm', true, NULL),
	('default-asiansgonewild', 'asiansgonewild', true, NULL),
	('default-petitegonewild', 'petitegonewild', true, NULL);
