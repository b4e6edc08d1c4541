CREATE TABLE `unverified_post` (
	`unearth_user_id` text NOT NULL,
	`reddit_post_id` text NOT NULL,
	`username` text NOT NULL,
	`title` text NOT NULL,
	`subreddit` text NOT NULL,
	`created` integer NOT NULL,
	`is_nsfw` integer DEFAULT false NOT NULL,
	`is_spoiler` integer DEFAULT false NOT NULL,
	`media_type` text NOT NULL,
	`thumbnail_url` text,
	`created_at` integer DEFAULT (unixepoch() * 1000) NOT NULL,
	`check_at` integer NOT NULL,
	PRIMARY KEY(`unearth_user_id`, `reddit_post_id`),
	FOREIGN KEY (`unearth_user_id`) REFERENCES `app_user`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `unverified_post_due` ON `unverified_post` (`check_at`);