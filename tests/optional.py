"""What may be absent or null of what Discord sends, by its own description. `test_discord_api` holds it against that.

The description has no interactions, as they come by the gateway: their fields are those of Discord's documentation.
"""

# By the name of a schema: fields that may be absent, and those that may be null
ABSENT = {
    "UserResponse": {"accent_color", "avatar_decoration_data", "banner", "bot", "collectibles", "system"},
    "GuildMemberResponse": {"avatar_decoration_data", "collectibles"},
    "MessageResponse": {
        *{"activity", "application", "application_id", "call", "interaction", "interaction_metadata", "lobby_member"},
        *{"mention_channels", "message_reference", "message_snapshots", "nonce", "poll", "position"},
        *{"purchase_notification", "reactions", "referenced_message", "resolved", "role_subscription_data"},
        *{"shared_client_theme", "sticker_items", "stickers", "thread", "webhook_id"},
    },
    "GuildChannelResponse": {
        *{"available_tags", "bitrate", "default_auto_archive_duration", "default_forum_layout"},
        *{"default_reaction_emoji", "default_sort_order", "default_tag_setting"},
        *{"default_thread_rate_limit_per_user", "last_message_id", "last_pin_timestamp", "nsfw", "parent_id"},
        *{"permission_overwrites", "permissions", "rate_limit_per_user", "rtc_region", "topic", "user_limit"},
        "video_quality_mode",
    },
    "PrivateChannelResponse": {"last_message_id", "last_pin_timestamp"},
    "PrivateGroupChannelResponse": {"application_id", "last_message_id", "last_pin_timestamp", "managed"},
    "ThreadResponse": {
        *{"applied_tags", "bitrate", "last_message_id", "last_pin_timestamp", "member", "parent_id", "permissions"},
        *{"rate_limit_per_user", "rtc_region", "user_limit", "video_quality_mode"},
    },
    "EmojiResponse": {"user"},
    "GuildWithCountsResponse": {
        *{"approximate_member_count", "approximate_presence_count"},
        "premium_progress_bar_enabled_user_updated_at",
    },
    "GatewayBotResponse": set[str](),
    "ApplicationCommandResponse": {
        *{"contexts", "description_localizations", "description_localized", "dm_permission", "guild_id", "handler"},
        *{"integration_types", "name_localizations", "name_localized", "nsfw", "options"},
    },
    "InteractionCallbackResponse": {"resource"},
    "PrivateApplicationResponse": {
        *{"bot", "bot_public", "bot_require_code_grant", "cover_image", "custom_install_url", "event_webhooks_status"},
        *{"event_webhooks_types", "event_webhooks_url", "guild_id", "install_params", "integration_types_config"},
        *{"max_participants", "primary_sku_id", "privacy_policy_url", "rpc_origins", "slug", "tags"},
        "terms_of_service_url",
    },
}
NULL = {
    "UserResponse": {
        *{"accent_color", "avatar", "avatar_decoration_data", "banner", "collectibles", "global_name", "primary_guild"}
    },
    "GuildMemberResponse": {
        *{"avatar", "avatar_decoration_data", "banner", "collectibles", "communication_disabled_until", "nick"},
        "premium_since",
    },
    "MessageResponse": {"edited_timestamp", "referenced_message"},
    "GuildChannelResponse": {
        *{"default_reaction_emoji", "default_sort_order", "default_tag_setting", "last_message_id"},
        *{"last_pin_timestamp", "parent_id", "rtc_region", "topic"},
    },
    "PrivateChannelResponse": {"last_message_id", "last_pin_timestamp"},
    "PrivateGroupChannelResponse": {"icon", "last_message_id", "last_pin_timestamp", "name"},
    "ThreadResponse": {"last_message_id", "last_pin_timestamp", "parent_id", "rtc_region"},
    "EmojiResponse": set[str](),
    "GuildWithCountsResponse": {
        *{"afk_channel_id", "application_id", "approximate_member_count", "approximate_presence_count", "banner"},
        *{"description", "discovery_splash", "home_header", "icon", "incidents_data", "max_presences"},
        *{"premium_progress_bar_enabled_user_updated_at", "public_updates_channel_id", "rules_channel_id"},
        *{"safety_alerts_channel_id", "splash", "system_channel_id", "vanity_url_code", "widget_channel_id"},
    },
    "GatewayBotResponse": set[str](),
    "ApplicationCommandResponse": {
        *{"contexts", "default_member_permissions", "description_localizations", "name_localizations"}
    },
    "InteractionCallbackResponse": set[str](),
    "PrivateApplicationResponse": {
        *{"event_webhooks_url", "icon", "interactions_endpoint_url", "max_participants"},
        *{"role_connections_verification_url", "team", "type"},
    },
}

# Answers to the bot's own requests, by method and path, with the schema of each or of those listed in it
ANSWERS = (
    ("GET", "/oauth2/applications/@me", "PrivateApplicationResponse"),
    ("GET", "/users/{}", "UserResponse"),
    ("GET", "/gateway/bot", "GatewayBotResponse"),
    ("GET", "/applications/{}/commands", "ApplicationCommandResponse"),
    ("PUT", "/applications/{}/commands", "ApplicationCommandResponse"),
    ("GET", "/applications/{}/emojis", "EmojiResponse"),
    ("POST", "/applications/{}/emojis", "EmojiResponse"),
    ("GET", "/guilds/{}", "GuildWithCountsResponse"),
    ("GET", "/guilds/{}/members/{}", "GuildMemberResponse"),
    ("POST", "/users/@me/channels", "PrivateChannelResponse"),
    ("GET", "/channels/{}", "GuildChannelResponse"),
    ("PATCH", "/channels/{}", "ThreadResponse"),
    ("POST", "/channels/{}/threads", "ThreadResponse"),
    ("POST", "/channels/{}/messages/{}/threads", "ThreadResponse"),
    ("GET", "/channels/{}/messages", "MessageResponse"),
    ("POST", "/channels/{}/messages", "MessageResponse"),
    ("GET", "/channels/{}/messages/{}", "MessageResponse"),
    ("PATCH", "/channels/{}/messages/{}", "MessageResponse"),
    ("POST", "/webhooks/{}/{}", "MessageResponse"),
    ("PATCH", "/webhooks/{}/{}/messages/{}", "MessageResponse"),
    ("POST", "/interactions/{}/{}/callback", "InteractionCallbackResponse"),
)

# Of an interaction: all but its id, token and type, which are always there
INTERACTION = (
    *("application_id", "data", "guild", "guild_id", "channel", "channel_id", "member", "user", "version", "message"),
    *("app_permissions", "locale", "guild_locale", "entitlements", "authorizing_integration_owners", "context"),
    *("attachment_size_limit", "entitlement_sku_ids"),
)
DATA = ("id", "name", "type", "options", "resolved", "guild_id", "custom_id", "component_type", "values", "components")
# A value that isn't there yet, by the path to it
UNKNOWN = {
    ("type",): 99,
    ("context",): 99,
    ("locale",): "xx-YY",
    ("guild_locale",): "xx-YY",
    ("channel", "type"): 99,
    ("message", "type"): 999,
    ("message", "flags"): 1 << 40,
    ("data", "type"): 99,
    ("data", "component_type"): 99,
    ("data", "options", 0, "type"): 99,
    ("data", "components", 0, "type"): 99,
    ("data", "components", 0, "component", "type"): 99,
}
